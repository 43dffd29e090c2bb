# Sum of integers of 4000 elements: ten elements a step into ten results
#
# One of eight ways to the same result; after the loops of Computer Systems: A Programmer's
# Perspective, chapter 5. The exit code is 0 when the result is right.
#
#   stallscope run programs/riscv/reduce/sum_int_10x10.s -m mips-5 --stats
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
	addi	sp,sp,-16
	sd	s0,8(sp)
	sd	s1,0(sp)
	li	a5,9
	ble	a1,a5,.L6
	addi	s0,a1,-9
	mv	a5,a0
	li	a4,0
	li	t4,0
	li	a7,0
	li	t5,0
	li	t1,0
	li	t6,0
	li	a6,0
	li	t0,0
	li	t3,0
	li	t2,0
	li	a3,0
.L3:
	ld	s1,0(a5)
	add	a3,a3,s1
	ld	s1,8(a5)
	add	t2,t2,s1
	ld	s1,16(a5)
	add	t3,t3,s1
	ld	s1,24(a5)
	add	t0,t0,s1
	ld	s1,32(a5)
	add	a6,a6,s1
	ld	s1,40(a5)
	add	t6,t6,s1
	ld	s1,48(a5)
	add	t1,t1,s1
	ld	s1,56(a5)
	add	t5,t5,s1
	ld	s1,64(a5)
	add	a7,a7,s1
	ld	s1,72(a5)
	add	t4,t4,s1
	addi	a4,a4,10
	addi	a5,a5,80
	blt	a4,s0,.L3
.L2:
	ble	a1,a4,.L4
	slli	a5,a4,3
	add	a5,a0,a5
	slli	a1,a1,3
	add	a0,a0,a1
.L5:
	ld	a4,0(a5)
	add	a3,a3,a4
	addi	a5,a5,8
	bne	a5,a0,.L5
.L4:
	add	a5,a3,t2
	add	t3,t3,t0
	add	a5,a5,t3
	add	a6,a6,t6
	add	t1,t1,t5
	add	a6,a6,t1
	add	a5,a5,a6
	add	a7,a7,t4
	add	a5,a5,a7
	sd	a5,0(a2)
	ld	s0,8(sp)
	ld	s1,0(sp)
	addi	sp,sp,16
	jr	ra
.L6:
	li	a4,0
	li	t4,0
	li	a7,0
	li	t5,0
	li	t1,0
	li	t6,0
	li	a6,0
	li	t0,0
	li	t3,0
	li	t2,0
	li	a3,0
	j	.L2
	.size	reduce, .-reduce
	.align	1
	.globl	main
	.type	main, @function
main:
	addi	sp,sp,-32
	sd	ra,24(sp)
	lla	a4,values
	li	a5,0
	li	a7,10
	li	a6,3
	li	a0,2
	li	t3,7
	li	t1,1
	li	t4,5
	li	a1,4096
	addi	a1,a1,-96
	j	.L12
.L11:
	sd	a3,0(a4)
	addi	a5,a5,1
	addi	a4,a4,8
	beq	a5,a1,.L17
.L12:
	rem	a2,a5,a7
	mv	a3,a0
	beq	a2,a6,.L11
	mv	a3,t1
	bne	a2,t3,.L11
	mv	a3,t4
	j	.L11
.L17:
	addi	a2,sp,8
	li	a1,4096
	addi	a1,a1,-96
	lla	a0,values
	call	reduce
	ld	a0,8(sp)
	li	a5,-4096
	addi	a5,a5,-1904
	add	a0,a0,a5
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
