# Product of integers of 4000 elements: two elements a step
#
# One of eight ways to the same result; after the loops of Computer Systems: A Programmer's
# Perspective, chapter 5. The exit code is 0 when the result is right.
#
#   stallscope run programs/riscv/reduce/product_int_2x1.s -m mips-5 --stats
	.file	"reduce.c"
	.option nopic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.text
	.align	1
	.globl	reduce
	.type	reduce, @function
reduce:
	li	a5,1
	ble	a1,a5,.L6
	mv	a5,a0
	addi	a6,a1,-2
	srli	a6,a6,1
	addi	a7,a0,16
	slli	a4,a6,4
	add	a7,a7,a4
	li	a4,1
.L3:
	ld	a3,0(a5)
	mul	a4,a4,a3
	ld	a3,8(a5)
	mul	a4,a4,a3
	addi	a5,a5,16
	bne	a5,a7,.L3
	addi	a6,a6,1
	slli	a6,a6,1
.L2:
	ble	a1,a6,.L4
	slli	a5,a6,3
	add	a5,a0,a5
	slli	a1,a1,3
	add	a0,a0,a1
.L5:
	ld	a3,0(a5)
	mul	a4,a4,a3
	addi	a5,a5,8
	bne	a5,a0,.L5
.L4:
	sd	a4,0(a2)
	ret
.L6:
	li	a6,0
	li	a4,1
	j	.L2
	.size	reduce, .-reduce
	.align	1
	.globl	main
	.type	main, @function
main:
	addi	sp,sp,-32
	sd	ra,24(sp)
	lla	a3,values
	li	a5,0
	li	a7,10
	li	a6,3
	li	a0,1
	li	t1,-1
	li	a1,4096
	addi	a1,a1,-96
	j	.L11
.L10:
	sd	a2,0(a3)
	addi	a5,a5,1
	addi	a3,a3,8
	beq	a5,a1,.L15
.L11:
	rem	a4,a5,a7
	andi	a4,a4,-5
	mv	a2,a0
	bne	a4,a6,.L10
	mv	a2,t1
	j	.L10
.L15:
	addi	a2,sp,8
	li	a1,4096
	addi	a1,a1,-96
	lla	a0,values
	call	reduce
	ld	a0,8(sp)
	addi	a0,a0,-1
	snez	a0,a0
	ld	ra,24(sp)
	addi	sp,sp,32
	jr	ra
	.size	main, .-main
	.bss
	.align	3
	.type	values, @object
	.size	values, 32000
values:
	.zero	32000
	.ident	"GCC: (Debian 12.2.0-13) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
